import { boardLook } from '#server/http/pages/board-look.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import type { CategoryName } from '#shared/domain/categories.ts';
import type { SignIn, Site } from '#shared/render-page.ts';
import { siteSettings } from '#shared/site-settings.ts';

type Options = {
  config: Pick<Config, 'publicUrl' | 'signIn'>;
  /** Whether the board can send mails. */
  canSend: boolean;
  categories: readonly CategoryName[];
};

/** The properties of the site that pages use. Those with their default values are absent, because every page has them. */
export function pageSite(
  settings: BoardSettings,
  { config: { publicUrl, signIn }, canSend, categories }: Options,
): Site {
  const { legalname, years, links } = settings;
  return {
    ...siteSettings(settings),
    origin: publicUrl,
    ...(signIn && { signIn: forBrowsers(signIn) }),
    ...(!canSend && { noMail: true }),
    ...(categories.length > 0 && {
      categories: categories.map(({ slug, name: label }) => ({ slug, name: label })),
    }),
    footer: { legalname, years, links },
    look: boardLook(settings),
  };
}

function forBrowsers({ domain, clientId, audience }: Omit<SignIn, 'embedded'>): SignIn {
  return { domain, clientId, audience };
}
