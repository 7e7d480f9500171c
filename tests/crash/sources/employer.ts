import type { ModelEntry } from '#server/modules/sources/testing/model-source.ts';
import { pick, type Random } from '../../support/random.mjs';

/** A posting on the employer's site. */
export type Posting = {
  id: number;
  title: string;
  location: string;
  text: string;
  posted: Date;
  /** Whether its entry has no title, so that no job can be built from it. */
  isBroken: boolean;
};

const TITLES = ['Weaver', 'Spinner', 'Dyer', 'Loom Builder', 'Mill Clerk', 'Wool Buyer'];
const PLACES = ['Lisbon', 'Porto', 'Ghent', 'Leeds', 'Turin'];
const WORDS = [
  ...['loom', 'shuttle', 'warp', 'weft', 'yarn', 'fleece', 'dye', 'vat', 'thread', 'spindle'],
  ...[
    'carder',
    'bobbin',
    'heddle',
    'reed',
    'treadle',
    'selvage',
    'felt',
    'linen',
    'cotton',
    'silk',
  ],
  ...['hemp', 'jute', 'indigo', 'madder', 'alum', 'mordant', 'skein', 'hank', 'tweed', 'twill'],
  ...[
    'satin',
    'damask',
    'velvet',
    'gauze',
    'canvas',
    'denim',
    'fustian',
    'serge',
    'worsted',
    'baize',
  ],
];

const wordsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => pick(random, WORDS));

/** Postings at an employer, which a random story changes. */
export class Employer {
  postings: Posting[] = [];
  readonly #gone: Posting[] = [];
  readonly #random: Random;
  #nextId: number;

  constructor(random: Random, firstId: number) {
    this.#random = random;
    this.#nextId = firstId;
    const count = 3 + Math.floor(random() * 14);
    for (let index = 0; index < count; index += 1) this.#add();
  }

  /** Makes a random change. Returns its description, for messages. */
  change(): string {
    const [name, change] = pick(this.#random, this.#changes);
    change();
    return name;
  }

  readonly #changes: [string, () => void][] = [
    ['adds a posting', () => this.#add()],
    ['adds a posting', () => this.#add()],
    ['removes a posting', () => this.#remove(this.#any())],
    ['removes a posting', () => this.#remove(this.#any())],
    ['rewrites a word', () => this.#edit((posting) => ({ text: this.#withNewWord(posting.text) }))],
    ['rewrites a text', () => this.#edit(() => ({ text: this.#text() }))],
    ['renames a posting', () => this.#edit(() => ({ title: this.#title() }))],
    ['moves a posting', () => this.#edit(() => ({ location: pick(this.#random, PLACES) }))],
    ['breaks a posting', () => this.#edit(({ isBroken }) => ({ isBroken: !isBroken }))],
    ['reposts a posting', () => this.#repost(this.#any(), (text) => text)],
    ['reposts a posting', () => this.#repost(this.#any(), (text) => text)],
    ['reposts a posting slightly changed', () => this.#repost(this.#any(), this.#withNewWord)],
    ['reposts a posting under another text', () => this.#repost(this.#any(), () => this.#text())],
    ['copies a posting', () => this.#copy(this.#any())],
    ['takes a posting back', () => this.#takeBack()],
    ['takes a posting back', () => this.#takeBack()],
    ['reposts a former posting', () => this.#repostFormer()],
    ['changes all ids', () => this.#changeIds()],
    ['removes half of the postings', () => this.#removeHalf()],
    ['takes all postings back', () => this.#takeAllBack()],
    ['shuffles the list', () => void this.postings.sort(() => this.#random() - 0.5)],
  ];

  #any(): Posting | undefined {
    return this.postings.length > 0 ? pick(this.#random, this.postings) : undefined;
  }

  #title = () => `${pick(this.#random, TITLES)} ${Math.floor(this.#random() * 4)}`;
  #text = () => wordsOf(this.#random, 20).join(' ');

  readonly #withNewWord = (text: string): string => {
    const words = text.split(' ');
    words[Math.floor(this.#random() * words.length)] = pick(this.#random, WORDS);
    return words.join(' ');
  };

  #add(values: Partial<Posting> = {}): void {
    this.postings.push({
      title: this.#title(),
      location: pick(this.#random, PLACES),
      text: this.#text(),
      posted: new Date(Date.UTC(2025, 0, 1 + Math.floor(this.#random() * 90))),
      isBroken: false,
      ...values,
      id: this.#nextId++,
    });
  }

  #edit(values: (posting: Posting) => Partial<Posting>): void {
    const posting = this.#any();
    if (posting) Object.assign(posting, values(posting));
  }

  #remove(posting: Posting | undefined): void {
    if (!posting) return;
    this.postings = this.postings.filter(({ id }) => id !== posting.id);
    this.#gone.push(posting);
  }

  #repost(posting: Posting | undefined, rewrite: (text: string) => string): void {
    if (!posting) return;
    this.#remove(posting);
    this.#copy({ ...posting, text: rewrite(posting.text) });
  }

  /** A copy with a new id, which looks newer. */
  #copy(posting: Posting | undefined): void {
    if (posting) this.#add({ ...posting, posted: new Date(Date.UTC(2025, 3, 1)) });
  }

  #repostFormer(): void {
    if (this.#gone.length > 0) this.#copy(pick(this.#random, this.#gone));
  }

  #takeBack(): void {
    const [posting] = this.#gone.splice(Math.floor(this.#random() * this.#gone.length), 1);
    if (posting) this.postings.push(posting);
  }

  #takeAllBack(): void {
    this.postings.push(...this.#gone.splice(0));
  }

  #changeIds(): void {
    for (const posting of [...this.postings]) this.#repost(posting, (text) => text);
  }

  #removeHalf(): void {
    for (const posting of [...this.postings]) if (this.#random() < 0.5) this.#remove(posting);
  }
}

const urlOf = (id: number) => `https://job-boards.greenhouse.io/acme/jobs/${id}`;

/** A posting as Greenhouse lists it. */
export function greenhouseEntry({ id, title, location, text, posted, isBroken }: Posting) {
  return {
    id,
    title: isBroken ? ' ' : title,
    location: { name: location },
    content: `&lt;p&gt;${text}&lt;/p&gt;`,
    absolute_url: urlOf(id),
    updated_at: posted.toISOString(),
    first_published: posted.toISOString(),
  };
}

/** A posting as the model reads it. */
export function modelEntry({ id, title, location, text, posted, isBroken }: Posting): ModelEntry {
  return {
    id: String(id),
    values: { title, location, description: text, applyurl: urlOf(id) },
    posted,
    isUnreadable: isBroken,
  };
}
