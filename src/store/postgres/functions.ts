/** So many rows are read one by one; where more have changed, the whole is read. */
export const mostRows = 10_000;

/** So many of the last commits of a world are kept, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;

/** What PostgreSQL does in one round trip, by the names of the functions. */
export const functions: Readonly<Record<string, string>> = {
  /**
   * What has become of worlds, or of all, since the states that are known of them: null if nothing. Stable, so that all
   * of it is read of one moment.
   */
  voice_agent_mock_news: `
create function voice_agent_mock_news(in_log text, is_all boolean, known json) returns json language plpgsql stable as $$
begin
  if not is_all and json_array_length(known) = (
    select count(*) from json_to_recordset(known) as q(name text, version bigint, token text)
      join voice_agent_mock_worlds w
      on w.log = in_log and w.name = q.name and w.version = q.version and w.token = q.token) then
    return null;
  end if;
  return (
    select coalesce(json_agg(head), '[]') from (
      select w.name, w.format, w.version, w.token, w.scenario, w.seed, w.created_on, w.ids,
        coalesce(w.began > q.version, false) as is_reset,
        case when w.version = q.version then w.token = q.token
          else exists (
            select from voice_agent_mock_commits c
            where c.log = in_log and c.world = w.name and c.version = q.version and c.token = q.token) end as is_known,
        case when w.version > nullif(q.version, 0) then (
          select json_agg(json_build_array(r.collection, r.id, r.body)) from (
            select collection, id, body from voice_agent_mock_records
            where log = in_log and world = w.name and version > q.version order by version limit ${mostRows + 1}) r
          ) end as rows
      from voice_agent_mock_worlds w
        left join json_to_recordset(known) as q(name text, version bigint, token text) on q.name = w.name
      where w.log = in_log and (is_all or q.name is not null)
      order by w.name) head);
end $$`,

  /**
   * Writes commits, except those that others have changed something of: under the lock of the world's row, so that what is
   * compared is what there is, and in one round trip, so that the lock is held no longer than PostgreSQL needs. Gives null if
   * there is no such world, and no version if the state that is known is none that the world has had since it began.
   */
  voice_agent_mock_append: `
create function voice_agent_mock_append(
  in_log text, in_world text, known_version bigint, known_token text, new_token text, commit_count integer,
  new_rows json, is_whole boolean, has_emptied boolean, expected json, given json, highest bigint[], wanted bigint[]
) returns json language plpgsql as $$
declare
  head record;
  done record;
  others json := '[]';
  lost integer[] := '{}';
  reserved bigint[] := array_fill(0, array[array_length(highest, 1)]);
  next_version bigint;
  next_ids bigint[];
begin
  select version, token, began, ids into head
  from voice_agent_mock_worlds where log = in_log and name = in_world for update;
  if not found then return null; end if;
  -- Where nobody else has written since, nothing is to be compared.
  if head.version <> known_version or head.token <> known_token then
    select coalesce(json_agg(json_build_array(collection, id, body)), '[]') into others from (
      select collection, id, body from voice_agent_mock_records
      where log = in_log and world = in_world and version > known_version order by version limit ${mostRows + 1}) newer;
    -- It was sent before: the connection was lost, and its answer with it.
    select c.version, c.lost into done from voice_agent_mock_commits c
    where c.log = in_log and c.world = in_world and c.version > known_version and c.token = new_token;
    if found then
      return json_build_object(
        'version', done.version, 'ids', head.ids, 'reserved', reserved, 'lost', done.lost, 'others', others);
    end if;
    if head.began > known_version or json_array_length(others) > ${mostRows}
      or not exists (
        select from voice_agent_mock_commits c
        where c.log = in_log and c.world = in_world and c.version = known_version and c.token = known_token) then
      return json_build_object('ids', head.ids);
    end if;
    lost := array(
      select e.commit from json_to_recordset(expected) as e(commit integer, collection text, id text)
      where e.collection is null or exists (
        select from voice_agent_mock_records r
        where r.log = in_log and r.world = in_world and r.collection = e.collection and (e.id is null or r.id = e.id)
          and r.version > known_version)
      union
      select g.commit from json_to_recordset(given) as g(commit integer, kind integer, id bigint)
      where g.id <= head.ids[g.kind]);
    reserved := wanted;
  end if;
  next_version := head.version + commit_count;
  next_ids := array(
    select greatest(one, other) + more from unnest(head.ids, highest, reserved) with ordinality as i(one, other, more, place)
    order by place);
  is_whole := is_whole and lost = '{}';
  update voice_agent_mock_worlds set version = next_version, token = new_token, ids = next_ids,
    began = case when is_whole then next_version else began end
  where log = in_log and name = in_world;
  if is_whole then delete from voice_agent_mock_records where log = in_log and world = in_world; end if;
  insert into voice_agent_mock_commits (log, world, version, token, lost)
  values (in_log, in_world, next_version, new_token, lost);
  insert into voice_agent_mock_records as r (log, world, collection, id, version, body)
  select in_log, in_world, n.collection, n.id, next_version, n.body
  from json_to_recordset(new_rows) as n(commit integer, collection text, id text, body json)
  where n.commit <> all (lost)
  on conflict (log, world, collection, id) do update set version = excluded.version, body = excluded.body;
  if has_emptied then
    delete from voice_agent_mock_records r
    using json_to_recordset(new_rows) as n(commit integer, collection text, id text)
    where n.id = '*' and n.commit <> all (lost)
      and r.log = in_log and r.world = in_world and r.collection = n.collection and r.id <> '*';
  end if;
  if next_version % ${commitsAtOnce} < commit_count then
    delete from voice_agent_mock_commits c
    where c.log = in_log and c.world = in_world and c.version < next_version - ${commitsKept};
  end if;
  return json_build_object(
    'version', next_version, 'ids', next_ids, 'reserved', reserved, 'lost', lost, 'others', others);
end $$`,
};
