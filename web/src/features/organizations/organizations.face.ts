export { OrganizationFilter, OrganizationPicker } from './organization-picker.tsx';
