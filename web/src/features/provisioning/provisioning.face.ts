export { ProvisioningDialog } from './provisioning-dialog.tsx';
