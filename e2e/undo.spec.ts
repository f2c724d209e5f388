import { addUser } from './harness/people.ts';
import { toast } from './harness/toasts.ts';
import { expect, signInAs, test } from './test.ts';
