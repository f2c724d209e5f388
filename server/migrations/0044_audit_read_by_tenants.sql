-- compatible
-- A restrictive policy binds every role that belongs to the one that it names. The owner of the tables does: backups are
-- made, and entries sealed, by it, and it must see every row. What narrows the view of tenants says so itself.
create function is_tenant() returns boolean language sql stable parallel safe as $$
  select current_user = 'atalaya_tenant'
$$;
alter policy public_only on ticket_messages
  using (not is_tenant() or visibility = 'public') with check (not is_tenant() or visibility = 'public');
alter policy with_its_message on ticket_attachments
  using (not is_tenant() or message_id is null or exists (
    select from ticket_messages m
    where m.organization_id = ticket_attachments.organization_id and m.ticket_id = ticket_attachments.ticket_id
      and m.id = ticket_attachments.message_id));
alter policy unsent_changes on ticket_attachments using (not is_tenant() or ticket_id is null);
alter policy unsent_goes on ticket_attachments using (not is_tenant() or ticket_id is null);
alter policy without_internal on data_exports
  using (not is_tenant() or not internal) with check (not is_tenant() or not internal);
