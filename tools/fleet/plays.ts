import { JOB_PLAYS } from './job-plays.ts';
import { LOSS_PLAYS } from './loss-plays.ts';
import type { Play } from './play.ts';
import { SHARED_PLAYS } from './shared-plays.ts';

/** In this order: what takes parts away comes last. */
export const PLAYS: Play[] = [...SHARED_PLAYS, ...JOB_PLAYS, ...LOSS_PLAYS];
