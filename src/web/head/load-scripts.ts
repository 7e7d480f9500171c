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

/** How long to wait for the entry of the first paint after the first frame (ms), because old browsers do not report it. */
const PAINT_TIMEOUT = 500;

/**
 * Writes an inline script that loads the page's scripts after the first paint, so that they do not delay it on a slow
 * line. The callback of an animation frame comes before the paint, so the script waits for the entry that reports it. A
 * page in a background tab is not painted, so its scripts load at once. If the visitor clicks a button before
 * the scripts have arrived, the last click is repeated after hydration, in a separate task, because React handles no
 * events during a commit. After the first Back or Forward, before the router shows the page, `html` has `data-returned`
 * for the rest of the visit.
 * https://web.dev/articles/optimize-lcp
 * https://developer.mozilla.org/en-US/docs/Web/API/PerformancePaintTiming
 */
export function scriptLoader({ scripts, preloads }: Files): string {
  return `((preloads,scripts)=>{
const add=(name,properties)=>document.head.append(Object.assign(document.createElement(name),properties));
let load=()=>{load=()=>{};for(const href of preloads)add('link',{rel:'modulepreload',href});for(const src of scripts)add('script',{type:'module',src})};
if(document.hidden)load();else{
requestAnimationFrame(()=>setTimeout(()=>load(),${PAINT_TIMEOUT}));
new PerformanceObserver(()=>load()).observe({type:'paint',buffered:true})}
let early;const remember=({target})=>{early=target.closest('${REPEATED}')};
addEventListener('click',remember);
addEventListener('popstate',()=>{document.documentElement.dataset.returned=''});
addEventListener('${HYDRATED}',()=>{removeEventListener('click',remember);setTimeout(()=>early?.click())},{once:true});
})(${JSON.stringify(preloads)},${JSON.stringify(scripts)})`;
}
