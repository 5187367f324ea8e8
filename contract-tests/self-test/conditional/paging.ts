import { asking, showing, withQuery, withoutQuery } from '../breaks.ts';
import { faultsOf, query, queryOf, type Answered, type Body, type Break, type Call } from '../fault.ts';

const voices = (edit: (data: Body, call: Call) => unknown): Break =>
  showing('listVoices', ({ data }, call) => edit(data, call));
const audience = (edit: (body: Body, page: number, call: Call) => unknown): Break =>
  showing('listAudience', (body, call) => edit(body, body.pagination.currentPage, call));

const isLater = (call: Call): boolean => query(call, 'page_token') !== undefined;
const filters = /^(?:status|mobile_no|call_status|first_status|last_status|attempt)/;
const isFiltered = ({ request }: Call): boolean => request.query.some(([name]) => filters.test(name));
/** The answer that gave the page token of a request. */
const previous = (call: Call): Answered | undefined =>
  call.past.findLast(
    ({ body }) => body?.data?.next_page_token && body.data.next_page_token === query(call, 'page_token'),
  );

/** What shows only on certain pages. */
export const paging = faultsOf({
  'voice.age': {
    'on later pages the age of a voice is written otherwise': voices((data, call) => {
      if (isLater(call)) for (const voice of data.voices) voice.age = voice.age.replace('_', '-');
    }),
  },
  'voice.image': {
    'on the third page the image of a voice is left out where it is null': voices((data, call) => {
      if (previous(call) === undefined || !isLater(previous(call) as Call)) return;
      for (const voice of data.voices) if (voice.image === null) delete voice.image;
    }),
  },
  'voice-list.next-page-token': {
    "the last page that a token leads to has the next token ''": voices(
      (data, call) => isLater(call) && (data.next_page_token ??= ''),
    ),
  },
  'voice-list.pagination': {
    'with an odd limit a page begins with the last voice of the page before': voices((data, call) => {
      const last = previous(call)?.body.data.voices.at(-1);
      if (last !== undefined && Number(query(call, 'limit')) % 2 === 1) data.voices[0] = last;
    }),
    'with a limit of 1 the list ends after three voices': voices((data, call) => {
      const before = previous(call);
      const isThird = before !== undefined && previous(before) !== undefined;
      if (query(call, 'limit') === '1' && isThird) Object.assign(data, { has_more: false, next_page_token: null });
    }),
    'a page that holds every voice lacks the last one': voices(
      (data, call) => !isLater(call) && data.has_more === false && data.voices.pop(),
    ),
    'has_more is true on a last page that is full': voices((data, call) => {
      if (isLater(call) && data.voices.length === Number(query(call, 'limit'))) data.has_more = true;
    }),
  },
  'voice-list.data': {
    'total_count is what is left on later pages': voices((data, call) => {
      const before = previous(call)?.body.data;
      if (before) data.total_count -= before.voices.length;
    }),
  },
  'voice-list.limit': {
    'the page size falls back on the third page': asking('listVoices', (call) => {
      const before = previous(call);
      return before !== undefined && isLater(before) && withoutQuery(call.request, 'limit');
    }),
  },
  'audience-list.item.id': {
    'from the third page on an id is a text': audience(({ datalist }, page) => {
      if (page > 2) for (const lead of datalist) lead.id = String(lead.id);
    }),
  },
  'audience-list.filter.totals': {
    'a page too many is counted where a limit over 10 divides what a filter leaves': audience(
      ({ pagination }, _, call) => {
        const { totalRecords, limit } = pagination;
        if (isFiltered(call) && limit > 10 && totalRecords > 0 && totalRecords % limit === 0) {
          pagination.totalPages = totalRecords / limit + 1;
        }
      },
    ),
    'later pages of a filtered list count the page alone': audience(({ pagination, datalist }, page, call) => {
      if (isFiltered(call) && page > 1) pagination.totalRecords = datalist.length;
    }),
  },
  'audience-list.pagination': {
    'a last page that is not full repeats its last record': audience(({ datalist, pagination }, page) => {
      if (page > 1 && datalist.length > 0 && datalist.length < pagination.limit) datalist.push(datalist.at(-1));
    }),
    'with a limit of 1 page 2 is page 1': asking(
      'listAudience',
      ({ request }) =>
        queryOf(request, 'limit') === '1' && queryOf(request, 'page') === '2' && withQuery(request, 'page', '1'),
    ),
    'a page of a filtered list says that it is the first': audience(
      ({ pagination }, _, call) => isFiltered(call) && (pagination.currentPage = 1),
    ),
    'with a limit of 7 a later page lacks its first record': audience(
      ({ datalist, pagination }, page) => page > 1 && pagination.limit === 7 && datalist.shift(),
    ),
    'a page of more than 50 records ends after 50': audience(({ datalist, pagination }) => {
      if (pagination.limit > 50 && pagination.totalPages > 1) datalist.splice(50);
    }),
  },
  'audience-list.filter.status': {
    'the second page forgets the status': asking(
      'listAudience',
      (call) => Number(query(call, 'page')) > 1 && withoutQuery(call.request, 'status'),
    ),
  },
  'audience-list.headers': {
    'a filter that leaves nothing leaves no headers': audience(
      (body) => body.datalist.length === 0 && (body.headers = []),
    ),
  },
  'audience-list.is-new': {
    'later pages forget is_new': asking(
      'listAudience',
      (call) => Number(query(call, 'page')) > 1 && withoutQuery(call.request, 'is_new'),
    ),
  },
});
