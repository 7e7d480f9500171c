import type { PageLink } from '#shared/domain/pages.ts';
import { textPage } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';

/** The number of pages that the bar has room for. The drawer has all of them. */
const MAX_IN_BAR = 3;

/**
 * The links in the bar to the pages that the operator has put into the menu, where there is room. Only the server renders
 * them, so that scripts do not contain them. In the browser, `ServerRendered` takes the place of the `div`.
 */
export function BarPages() {
  return (
    <div className="contents">
      {usePagesInMenu()
        .slice(0, MAX_IN_BAR)
        .map(({ slug, title }) => (
          <a key={slug} href={textPage(slug)} className="bar-link bar-page max-lg:hidden">
            {title}
          </a>
        ))}
    </div>
  );
}

/** All of these links, in the drawer. */
export function DrawerPages() {
  const pages = usePagesInMenu();
  return (
    <div>
      {pages.length > 0 && (
        <ul>
          {pages.map(({ slug, title }) => (
            <li key={slug}>
              <a href={textPage(slug)} className="drawer-link wrap-anywhere">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const usePagesInMenu = (): PageLink[] => useSite().pages?.menu ?? [];
