export { AssigneeSelect, NOBODY } from './assignee-select.tsx';
export { assigneesQuery } from './tickets.api.ts';
export { TicketAge } from './ticket-age.tsx';
