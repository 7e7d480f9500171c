import type { Fields, Site } from '#server/job-feeds/testing/sites/site.ts';
import type { ShapeChange } from '#server/job-feeds/testing/sites/write-site.ts';

/** A change of a system's format, and the message with which the run must then fail. */
export type ShapeCase = { name: string; change: ShapeChange; message: RegExp };

const NO_ENTRIES = /its format has changed: \d+ of \d+ entries are no |it names no job/;
const NO_LIST = /It cannot be read: it is not an? /;
const NO_DETAILS = /its format has changed: the details of none of \d+ jobs can be read/;

/**
 * All changes of a system's format after which no job can be read, such as missing fields and lists, and those of
 * another type.
 */
export function shapeCases(site: Site): ShapeCase[] {
  return [
    ...entryCases(site),
    ...(site.format === 'json' ? jsonListCases(site) : xmlListCases(site)),
    ...detailCases(site),
  ];
}

function entryCases({ names, format }: Site): ShapeCase[] {
  const { ids, title } = names;
  const missing = [
    { name: 'entries without ids', change: { entry: without(ids) } },
    ...(title ? [{ name: 'entries without titles', change: { entry: without([title]) } }] : []),
  ];
  // In XML, all values are texts.
  const retyped =
    format === 'xml'
      ? []
      : [
          { name: 'objects for ids', change: { entry: replaced(ids, (id) => ({ value: id })) } },
          { name: 'lists for ids', change: { entry: replaced(ids, (id) => [id]) } },
          ...(title
            ? [
                { name: 'numbers for titles', change: { entry: replaced([title], () => 7) } },
                {
                  name: 'lists for titles',
                  change: { entry: replaced([title], (text) => [text]) },
                },
                {
                  name: 'objects for titles',
                  change: { entry: replaced([title], (text) => ({ text })) },
                },
              ]
            : []),
          {
            name: 'texts for entries',
            change: { entry: (entry: Fields) => JSON.stringify(entry) },
          },
          { name: 'lists for entries', change: { entry: (entry: Fields) => Object.values(entry) } },
        ];
  return [...missing, ...retyped].map((each) => ({ ...each, message: NO_ENTRIES }));
}

function jsonListCases({ names, allows }: Site): ShapeCase[] {
  const { list: name } = names;
  if (name === undefined) {
    return [
      {
        name: 'an object around the list',
        change: { list: (list) => ({ jobs: list }) },
        message: NO_LIST,
      },
    ];
  }
  const cases: Record<string, (list: Fields) => unknown> = {
    'another name of the list': ({ [name]: list, ...rest }) => ({ ...rest, [`${name}_v2`]: list }),
    'an object for the list': ({ [name]: list, ...rest }) => ({
      ...rest,
      [name]: { ...(list as []) },
    }),
    'a text for the list': (all) => ({ ...all, [name]: 'see page' }),
    'null for the list': (all) => ({ ...all, [name]: null }),
    'the list in a list': (all) => (allows?.bareList ? { ...all, [name]: null } : [all]),
    'a text': () => 'moved',
  };
  return Object.entries(cases).map(([title, list]) => ({
    name: title,
    change: { list: (data) => list(data as Fields) },
    message: title === 'the list in a list' ? /It cannot be read: it/ : NO_LIST,
  }));
}

function xmlListCases({ names, allows }: Site): ShapeCase[] {
  // A format whose settings name all elements has no such cases, because a list of other elements counts as empty.
  if (allows?.anyRoot) return [];
  const entry = names.list ?? '';
  const renamed: ShapeCase = {
    name: 'another name of the entries',
    change: { list: (list) => rename(list, entry, 'vacancy') },
    message: new RegExp(`its format has changed: it has no <${entry}>, but several <vacancy>`),
  };
  const rooted: ShapeCase = {
    name: 'another root element',
    change: { list: (list) => ({ other: Object.values(list as Fields)[0] }) },
    message: /it is not an? .+: its root element is <other>/,
  };
  return [renamed, rooted];
}

/** Renames a member of all objects in the data, at any depth. */
function rename(data: unknown, name: string, to: string): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key === name ? to : key, rename(value, name, to)]),
  );
}

function detailCases({ detail }: Site): ShapeCase[] {
  if (!detail) return [];
  const at = (change: (parent: Fields, name: string) => void) => (fields: Fields) => {
    const copy = structuredClone(fields);
    for (const path of detail.required) {
      const parent = path.slice(0, -1).reduce((each, name) => each[name] as Fields, copy);
      change(parent, path.at(-1) ?? '');
    }
    return copy;
  };
  const cases: Record<string, (fields: Fields) => unknown> = {
    'details without what they must have': at((parent, name) => void delete parent[name]),
    'numbers for what details must have': at((parent, name) => {
      parent[name] = 7;
    }),
    // A page may have its structured data in a list, so this case is only for other formats.
    ...(!detail.isPage && { 'lists for details': (fields: Fields) => [fields] }),
    'details that are nothing but a message': () => ({ message: 'Not available' }),
  };
  return Object.entries(cases).map(([name, change]) => ({
    name,
    change: { detail: change },
    message: NO_DETAILS,
  }));
}

const without = (names: string[]) => (entry: Fields) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

const replaced = (names: string[], replace: (value: unknown) => unknown) => (entry: Fields) =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      names.includes(name) ? replace(value) : value,
    ]),
  );
