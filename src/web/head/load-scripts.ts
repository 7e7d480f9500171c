type Files = {
  /** URLs of modules to run. */
  scripts: string[];
  /** URLs of the modules that the scripts import. */
  preloads: string[];
};

/** The event on `window` after hydration, when the page reacts to input. */
export const HYDRATED = 'hydrated';

/** The buttons whose early click is repeated. The others work without scripts, or record the click themselves. */
const REPEATED = 'button[type=button]:not(.bar-button,[popovertarget])';

/**
 * Writes an inline script that loads the page's scripts after the first paint, so that they do not delay it on a slow
 * line. A page in a background tab is not painted, so its scripts load at once. If the visitor clicks a button before
 * the scripts have arrived, the last click is repeated after hydration, in a separate task, because React handles no
 * events during a commit.
 * https://web.dev/articles/optimize-lcp
 */
export function scriptLoader({ scripts, preloads }: Files): string {
  return `((preloads,scripts)=>{
const add=(name,properties)=>document.head.append(Object.assign(document.createElement(name),properties));
const load=()=>{for(const href of preloads)add('link',{rel:'modulepreload',href});for(const src of scripts)add('script',{type:'module',src})};
if(document.hidden)load();else requestAnimationFrame(()=>setTimeout(load));
let early;const remember=({target})=>{early=target.closest('${REPEATED}')};
addEventListener('click',remember);
addEventListener('${HYDRATED}',()=>{removeEventListener('click',remember);setTimeout(()=>early?.click())},{once:true});
})(${JSON.stringify(preloads)},${JSON.stringify(scripts)})`;
}
