/**
 * The handwritten server: `node:http` and one prepared statement, without a framework, validation or a cache. It shows what
 * the list of the newest jobs costs at least. It receives the URL of the database as a message and sends back its port.
 */
import { createServer } from 'node:http';
import pg from 'pg';

/** The columns of `GET /api/jobs?description=summary`. */
const LIST = {
  name: 'list',
  text: `select jobs.id, jobs.title, jobs.type, jobs.location, jobs.summary, jobs.summary_truncated, jobs.date,
      jobs.salary, jobs.applyurl, jobs.validthrough, companies.id as company_id, companies.name as company_name,
      companies.logo as company_logo, job_facts.places, job_facts.workplace, job_facts.employment,
      job_facts.eligibility, coalesce(job_facts.pay, job_facts.open_pay) as pay, job_facts.skills
    from (select job_id from job_search order by date desc, job_id desc limit 25) as newest
      join jobs on jobs.id = job_id join companies on companies.id = jobs.company_id
      left join job_facts using (job_id)
    order by jobs.date desc, jobs.id desc`,
};
const COUNT = {
  name: 'count',
  text: `select sum(jobs)::integer as total from job_counts
    where company_id = '00000000-0000-0000-0000-000000000000'`,
};

process.once('message', (/** @type {string} */ connectionString) => {
  const pool = new pg.Pool({ connectionString });
  const server = createServer(async (_request, response) => {
    const [{ rows }, counted] = await Promise.all([pool.query(LIST), pool.query(COUNT)]);
    const results = rows
      .slice(0, 24)
      .map(({ company_id, company_name, company_logo, date, ...job }) => ({
        ...job,
        date: date.toISOString(),
        companyid: company_id,
        company: { id: company_id, name: company_name, logo: company_logo },
      }));
    const body = JSON.stringify({ results, total: counted.rows[0]?.total, next: rows[24]?.id });
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.send?.(port);
  });
});

// End this process when the benchmark has ended.
process.once('disconnect', () => process.exit(0));
