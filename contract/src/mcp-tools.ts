import type { RouteName } from './api.ts';

/**
 * What assistants are offered by /mcp: each tool is a route of the contract, from which its arguments are printed and
 * through which it is carried out, so that it may, checks and records what that does.
 */
export type Tool = {
  route: RouteName;
  title: string;
  description: string;
  /** Cannot be taken back, or takes something away: asked about first. */
  confirm?: true;
  /** What is shown of what it is about before it is confirmed: a route that reads, with the same arguments. */
  preview?: RouteName;
  /** Fields of the route that an assistant has nothing to put into. */
  without?: readonly string[];
};

/** Named as what they do, in the words of the screens. */
export const MCP_TOOLS = {
  search: {
    route: 'searchEverything',
    title: 'Search everything',
    description: 'Finds people, companies, tickets and invoices by a word; the ids serve the other tools.',
  },
  read_dashboard: {
    route: 'readDashboard',
    title: 'Read the dashboard',
    description: 'The figures of today: people, tickets, sales, as far as the person sees them.',
  },
  list_people: {
    route: 'listUsers',
    title: 'List people',
    description: 'People of the organization, a page at a time, filtered and sorted.',
  },
  read_person: {
    route: 'readUser',
    title: 'Read a person',
    description: 'One person, with the version that update_person asks for.',
  },
  create_person: {
    route: 'createUser',
    title: 'Add a person',
    description: 'Adds a person, who gets a mail with a link to set a password.',
  },
  update_person: {
    route: 'updateUser',
    title: 'Change a person',
    description: 'Changes names, role or access of a person. Read the person first: version is theirs.',
  },
  delete_person: {
    route: 'deleteUser',
    title: 'Delete a person',
    description: 'Moves a person to the bin, where they stay for 30 days.',
    confirm: true,
    preview: 'readUser',
  },
  list_invitations: {
    route: 'listInvitations',
    title: 'List invitations',
    description: 'Invitations to the organization and what became of them.',
  },
  invite_person: {
    route: 'createInvitation',
    title: 'Invite a person',
    description: 'Mails an invitation to an address, with the role that the person will have.',
  },
  resend_invitation: {
    route: 'resendInvitation',
    title: 'Send an invitation again',
    description: 'Mails an open invitation once more.',
  },
  cancel_invitation: {
    route: 'cancelInvitation',
    title: 'Cancel an invitation',
    description: 'Ends an open invitation: its link lets nobody in any more.',
    confirm: true,
  },
  list_companies: {
    route: 'listOrganizations',
    title: 'List companies',
    description: 'Companies, a page at a time, filtered and sorted.',
  },
  read_company: {
    route: 'readOrganization',
    title: 'Read a company',
    description: 'One company, with the version that update_company asks for.',
  },
  create_company: {
    route: 'createOrganization',
    title: 'Add a company',
    description: 'Adds a company with its plan.',
  },
  update_company: {
    route: 'updateOrganization',
    title: 'Change a company',
    description: 'Changes the data of a company. Read the company first: version is its own.',
  },
  delete_company: {
    route: 'deleteOrganization',
    title: 'Delete a company',
    description: 'Moves a company to the bin with what belongs to it, where it stays for 30 days.',
    confirm: true,
    preview: 'previewOrganizationDeletion',
  },
  list_plans: {
    route: 'listPlans',
    title: 'List plans',
    description: 'The plans that companies can subscribe to, with their prices in cents.',
  },
  read_subscription: {
    route: 'readSubscription',
    title: 'Read a subscription',
    description: 'Plan, status and seats of a company, and what is coming.',
  },
  list_tickets: {
    route: 'listTickets',
    title: 'List tickets',
    description: 'Support tickets, a page at a time, filtered and sorted.',
  },
  read_ticket: {
    route: 'readTicket',
    title: 'Read a ticket',
    description: 'One ticket with its newest messages and what was done with it.',
  },
  list_ticket_messages: {
    route: 'listTicketMessages',
    title: 'List the messages of a ticket',
    description: 'Older messages of a ticket, before one of them.',
  },
  list_ticket_assignees: {
    route: 'listTicketAssignees',
    title: 'List who can take a ticket',
    description: 'The people whom a ticket can be assigned to.',
  },
  create_ticket: {
    route: 'createTicket',
    title: 'Open a ticket',
    description: 'Opens a support ticket with a title and a description.',
    without: ['attachments'],
  },
  update_ticket: {
    route: 'updateTicket',
    title: 'Change a ticket',
    description: 'Changes title, description or priority. Read the ticket first: version is its own.',
  },
  assign_ticket: {
    route: 'assignTicket',
    title: 'Assign a ticket',
    description: 'Gives a ticket to a person, or to none. Read the ticket first: version is its own.',
  },
  reply_to_ticket: {
    route: 'replyToTicket',
    title: 'Reply to a ticket',
    description: 'Writes a message into a ticket, which the people of the ticket are told of by mail.',
    without: ['attachments'],
  },
  start_ticket: {
    route: 'startTicket',
    title: 'Start with a ticket',
    description: 'Marks a ticket as in progress.',
  },
  resolve_ticket: {
    route: 'resolveTicket',
    title: 'Resolve a ticket',
    description: 'Marks a ticket as resolved, with a message if there is one.',
  },
  close_ticket: {
    route: 'closeTicket',
    title: 'Close a ticket',
    description: 'Closes a ticket, with a message if there is one.',
  },
  reopen_ticket: {
    route: 'reopenTicket',
    title: 'Reopen a ticket',
    description: 'Opens a resolved or closed ticket again, with a message.',
  },
  delete_ticket: {
    route: 'deleteTicket',
    title: 'Delete a ticket',
    description: 'Moves a ticket to the bin, where it stays for 30 days.',
    confirm: true,
    preview: 'readTicket',
  },
  list_invoices: {
    route: 'listInvoices',
    title: 'List invoices',
    description: 'Invoices, a page at a time, filtered and sorted; amounts are in cents.',
  },
  read_invoice: {
    route: 'readInvoice',
    title: 'Read an invoice',
    description: 'One invoice with its lines and payments; amounts are in cents.',
  },
  list_payments: {
    route: 'listPayments',
    title: 'List payments',
    description: 'Payments, a page at a time; amounts are in cents.',
  },
  issue_invoice: {
    route: 'issueInvoice',
    title: 'Issue an invoice',
    description: 'Issues an invoice to a company. An issued invoice is never changed or deleted.',
    confirm: true,
  },
  register_payment: {
    route: 'registerPayment',
    title: 'Register a payment',
    description: 'Notes what was paid of an invoice. A payment is refunded, never deleted.',
    confirm: true,
    preview: 'readInvoice',
  },
  read_report: {
    route: 'readReport',
    title: 'Read a report',
    description: 'A report about people or tickets over a period.',
  },
  read_financial_report: {
    route: 'readFinancialReport',
    title: 'Read a financial report',
    description: 'A report about revenue over a period; amounts are in cents.',
  },
  undo_change: {
    route: 'undoChange',
    title: 'Take a change back',
    description:
      'Takes a change of a person, a company or a ticket back, by the undo id that it answered with.',
  },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof MCP_TOOLS;
