import type { AnyRoute, RouterOptions } from '@tanstack/react-router';

type ViewTransition = RouterOptions<AnyRoute, 'never'>['defaultViewTransition'];

/**
 * Pages cross-fade, unless the person wants less motion. Changes of a page, such as another filter, do not.
 * Undefined in browsers that cannot tell the two apart, and on the server.
 * https://developer.mozilla.org/en-US/docs/Web/API/View_Transition_API
 */
export const viewTransition: ViewTransition =
  !import.meta.env.SSR && CSS.supports('selector(:active-view-transition)')
    ? { types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? [] : false) }
    : undefined;
