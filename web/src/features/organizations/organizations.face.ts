export { OrganizationFilter } from './organization-filter.tsx';
export { OrganizationPicker } from './organization-picker.tsx';
