/** What the hardware allows: the server's own statements, prepared, without accounts, isolation or audit. */

const COLUMNS = `p.id, p.user_id, p.organization_id, o.name as organization_name, p.first_name, p.last_name,
  p.email, p.phone, p.role, p.is_active, p.avatar_url, p.last_login_at, p.created_at, p.version`;

const page = (where: string, counting = '') => `
  select ${COLUMNS} ${counting && ', page.total'}
  from (select p.id ${counting} from profiles p where p.deleted_at is null ${where}
    order by p.created_at desc, p.id desc limit 20 offset $1) page
  join profiles p on p.id = page.id
  left join organizations o on o.id = p.organization_id
  order by p.created_at desc, p.id desc`;

const KEPT = `, (select sum(people)::int from profile_totals) as total`;
const FILTER = `role = 'admin' and not is_active`;
export const FILTERED_PAGE = page(
  `and ${FILTER}`,
  `, (select sum(people)::int from profile_totals where ${FILTER}) as total`,
).replace('offset $1', '');
export const FIRST_PAGE = page('', KEPT).replace('offset $1', '');
export const PAGE = page('', KEPT);
export const COUNTED_PAGE = page(
  '',
  `, (select count(*) from profiles c where c.deleted_at is null) as total`,
).replace('offset $1', '');
export const SEARCHED_PAGE = page(
  `and p.search like '%' || search_text($2) || '%'`,
  ', count(*) over () as total',
);
export const SESSION = `
  select s."id", u."email", p.id, p.first_name, p.last_name, p.role, p.is_active, o.name
  from auth."session" s join auth."user" u on u."id" = s."userId"
  left join profiles p on p.user_id = u."id" left join organizations o on o.id = p.organization_id
  where s."token" = (select "token" from auth."session" limit 1)`;
export const UPDATE = `update profiles set first_name = $2, version = version + 1, updated_at = now()
  where id = $1 returning id, first_name, version`;
