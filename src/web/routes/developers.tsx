import { createFileRoute } from '@tanstack/react-router';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { ListFormats } from '#web/features/jobs/embed/list-formats.tsx';

/** How programs and other sites get the jobs of this board. */
export const Route = createFileRoute('/developers')({
  component: () => (
    <div className="page-width page-space">
      <h1 className="page-title mb-3">For developers</h1>
      <p className="lead max-w-2xl">
        Use the jobs of this board in programs, feed readers and other sites.
      </p>
      <section aria-labelledby="api" className="mt-10">
        <h2 id="api" className="section-title">
          API
        </h2>
        <p className="max-w-2xl">
          The API returns jobs and companies as JSON. Reading them needs no key.
        </p>
        <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
          <li>
            <a href={apiDescription.docs()} className="link tap-target inline-block">
              API documentation
            </a>
          </li>
          <li>
            <a href={apiDescription.openApi()} className="link tap-target inline-block">
              OpenAPI description
            </a>
          </li>
        </ul>
      </section>
      <section aria-labelledby="lists" className="mt-10">
        <h2 id="lists" className="section-title">
          Lists of jobs
        </h2>
        <p className="max-w-2xl">
          Every list is also a feed, and can be shown on other sites. Its filters are in its
          address, after the question mark.
        </p>
        <ListFormats />
      </section>
    </div>
  ),
});
