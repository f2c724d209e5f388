export { takeBack } from './take-back.ts';
export { undoAction } from './undo-action.ts';
export { UndoButton } from './undo-button.tsx';
