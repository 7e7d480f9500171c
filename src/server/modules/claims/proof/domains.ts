import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** Providers at which anyone gets an address. */
const FREE_MAIL = [
  ...['gmail', 'googlemail', 'yahoo', 'ymail', 'rocketmail', 'hotmail', 'outlook', 'live', 'msn'],
  ...['aol', 'aim', 'icloud', 'me', 'mac', 'proton', 'protonmail', 'pm', 'gmx', 'mail', 'email'],
  ...[
    'yandex',
    'ya',
    'zoho',
    'zohomail',
    'tutanota',
    'tutamail',
    'tuta',
    'keemail',
    'qq',
    'foxmail',
  ],
  ...[
    '163',
    '126',
    'yeah',
    'sina',
    'sohu',
    'aliyun',
    'naver',
    'hanmail',
    'daum',
    'nate',
    'rediffmail',
  ],
  ...[
    'web',
    'freenet',
    't-online',
    'arcor',
    'posteo',
    'mailbox',
    'orange',
    'wanadoo',
    'laposte',
    'sfr',
  ],
  ...[
    'free',
    'libero',
    'virgilio',
    'tiscali',
    'alice',
    'bluewin',
    'seznam',
    'centrum',
    'wp',
    'o2',
    'onet',
  ],
  ...[
    'interia',
    'abv',
    'ukr',
    'rambler',
    'bk',
    'inbox',
    'list',
    'uol',
    'bol',
    'terra',
    'ig',
    'btinternet',
  ],
  ...[
    'sky',
    'virginmedia',
    'comcast',
    'verizon',
    'att',
    'sbcglobal',
    'cox',
    'charter',
    'bellsouth',
    'juno',
  ],
  ...[
    'earthlink',
    'shaw',
    'rogers',
    'sympatico',
    'bigpond',
    'optusnet',
    'fastmail',
    'hey',
    'duck',
    'hushmail',
  ],
  ...[
    'runbox',
    'startmail',
    'mailfence',
    'disroot',
    'riseup',
    'mailinator',
    'guerrillamail',
    'yopmail',
  ],
  ...[
    '10minutemail',
    'temp-mail',
    'sharklasers',
    'trashmail',
    'getnada',
    'maildrop',
    'dispostable',
  ],
];

/** Sites whose pages belong to their users: social networks, builders of sites, and systems for applicants. */
const SHARED_SITES = [
  ...[
    'facebook',
    'fb',
    'instagram',
    'threads',
    'linkedin',
    'xing',
    'twitter',
    'x',
    'tiktok',
    'youtube',
  ],
  ...[
    'youtu',
    'reddit',
    'discord',
    'telegram',
    't',
    'whatsapp',
    'wa',
    'vk',
    'ok',
    'weibo',
    'wechat',
    'line',
  ],
  ...[
    'pinterest',
    'snapchat',
    'mastodon',
    'bsky',
    'medium',
    'substack',
    'tumblr',
    'quora',
    'patreon',
    'meetup',
  ],
  ...[
    'github',
    'gitlab',
    'bitbucket',
    'sourceforge',
    'codeberg',
    'behance',
    'dribbble',
    'crunchbase',
  ],
  ...[
    'glassdoor',
    'indeed',
    'wellfound',
    'angel',
    'google',
    'goo',
    'bit',
    'linktr',
    'about',
    'bio',
    'notion',
  ],
  ...[
    'wix',
    'wordpress',
    'weebly',
    'squarespace',
    'webflow',
    'jimdo',
    'strikingly',
    'blogger',
    'blogspot',
  ],
  ...[
    'greenhouse',
    'lever',
    'ashbyhq',
    'workable',
    'personio',
    'recruitee',
    'teamtailor',
    'smartrecruiters',
  ],
  ...[
    'bamboohr',
    'breezy',
    'jobvite',
    'icims',
    'myworkdayjobs',
    'workday',
    'taleo',
    'join',
    'softgarden',
  ],
];

/**
 * The names before the public suffix at which an address or a website belongs to anyone. They hold for every suffix,
 * because most of these services have many: `yahoo.co.jp`, `gmx.at`. A company with such a name is reviewed.
 */
const SHARED_NAMES = new Set([...FREE_MAIL, ...SHARED_SITES]);

/** The host of a web address in ASCII; undefined if the address is not valid. */
function hostOf(website: string): string | undefined {
  const host = URL.canParse(website) ? new URL(website).hostname.replace(/\.$/, '') : '';
  return host || undefined;
}

/**
 * The domain at which an email address proves that its owner belongs to the company with this website: the registrable
 * domain by the Public Suffix List. Undefined if no address proves that: the host is an IP address or a public suffix,
 * or the domain is one at which anyone gets an address or a site. https://publicsuffix.org/list/
 */
export function provableDomain(website: string): string | undefined {
  const host = hostOf(website);
  if (!host) return undefined;
  const { domain, domainWithoutSuffix, isPrivate } = parse(host, { allowPrivateDomains: true });
  // Below a private suffix, such as `github.io`, are the sites of users, and the provider receives their mail or nobody.
  if (!domain || isPrivate || SHARED_NAMES.has(domainWithoutSuffix ?? '')) return undefined;
  return domain;
}

/** Whether an address is at exactly this domain, and not at a subdomain, which may be lent to others. */
export function isAddressAt(email: string, domain: string): boolean {
  const at = email.slice(email.lastIndexOf('@') + 1);
  return domainToASCII(at) === domain;
}

/**
 * Whether people could mistake a new company for another one: its domain has letters beyond ASCII, or its name mixes
 * Latin letters with similar ones. https://www.unicode.org/reports/tr39/#Mixed_Script_Detection
 */
export function isConfusable({ name, website }: { name: string; website: string }): boolean {
  const isMixed =
    /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
  return isMixed || (hostOf(website) ?? '').split('.').some((label) => label.startsWith('xn--'));
}

/**
 * The domain of a website as it may be stored in other websites: in ASCII and as people write it. Empty for a site that
 * companies share, such as a social network.
 */
export function domainForms(website: string): string[] {
  const host = hostOf(website);
  const written = /^https?:\/\/([^/:?#]+)/.exec(website.trim().toLowerCase())?.[1];
  const forms = [host, written].map((one) => parse(one ?? '', { allowPrivateDomains: true }));
  return [
    ...new Set(
      forms.flatMap(({ domain, domainWithoutSuffix, isPrivate }) =>
        domain && (isPrivate || !SHARED_NAMES.has(domainWithoutSuffix ?? '')) ? [domain] : [],
      ),
    ),
  ];
}
