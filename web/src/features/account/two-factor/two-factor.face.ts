export { OwnerProofFields } from './owner-proof-fields.tsx';
export { NO_PROOF, PROOF_FIELDS, useOwnerProof } from './owner-proof.ts';
