/** What a place of a form takes, built from the bracketed names of the document. */
export type FormField<M> = FormSection<M> | FormList<M> | FormProperty<M>;

export interface FormSection<M> {
  readonly kind: 'section';
  readonly fields: Map<string, FormField<M>>;
}

export interface FormList<M> {
  readonly kind: 'list';
  readonly item: FormSection<M>;
}

export interface FormProperty<M> {
  readonly kind: 'property';
  readonly member: M;
}

/** The nested fields of a form that the document lists flat: `knowledge_base[tools][0][id]` is an id in a list. */
export function buildFormFields<M extends { readonly name: string }>(members: readonly M[]): FormSection<M> {
  const root: FormSection<M> = { kind: 'section', fields: new Map() };
  for (const member of members) {
    const [first, ...inner] = bracketSteps(member.name);
    addField(root, first, inner, member);
  }
  return root;
}

/** The steps of a bracketed name. A `[]` at its end only says that the value, a list by its schema, is sent by item. */
export function bracketSteps(name: string): readonly [string, ...string[]] {
  const [first = '', ...inner] = name.replace(/\[\]$/, '').replaceAll(']', '').split('[');
  return [first, ...inner];
}

function addField<M>(section: FormSection<M>, name: string, inner: readonly string[], member: M): void {
  const [next, ...rest] = inner;
  if (next === undefined) {
    section.fields.set(name, { kind: 'property', member });
    return;
  }
  const [itemName] = rest;
  if (next === '0' && itemName !== undefined) {
    addField(listIn(section, name).item, itemName, rest.slice(1), member);
  } else {
    addField(sectionIn(section, name), next, rest, member);
  }
}

function listIn<M>(section: FormSection<M>, name: string): FormList<M> {
  const existing = section.fields.get(name);
  if (existing?.kind === 'list') {
    return existing;
  }
  const list: FormList<M> = { kind: 'list', item: { kind: 'section', fields: new Map() } };
  section.fields.set(name, list);
  return list;
}

function sectionIn<M>(section: FormSection<M>, name: string): FormSection<M> {
  const existing = section.fields.get(name);
  if (existing?.kind === 'section') {
    return existing;
  }
  const child: FormSection<M> = { kind: 'section', fields: new Map() };
  section.fields.set(name, child);
  return child;
}
