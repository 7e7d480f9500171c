import { z } from 'zod';
import { origin } from './setting-values.ts';

/** Where a store that speaks S3 keeps files. Who may do so is nothing of it: an address is read by many. */
export type BucketAddress = {
  bucket: string;
  /** What the names begin with there: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** The origin of the store; undefined for Amazon's own. */
  endpoint: string | undefined;
  /** Whether the bucket is named in the path, and not by the host. */
  pathStyle: boolean;
};

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(\/[\w.-]+)*\/?$/;
const REGION = /^[\w-]{1,64}$/;
const PARAMETERS = ['region', 'endpoint', 'use_path_style'];

/**
 * `s3://BUCKET/PREFIX?region=…&endpoint=…&use_path_style=true`, as Go's CDK has made it usual. All that is wrong is
 * told, and no value is repeated. https://pkg.go.dev/gocloud.dev/blob/s3blob
 */
export const bucketAddress = z.string().transform((value, context): BucketAddress => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 's3:') {
    context.addIssue('must be an s3:// address');
    return z.NEVER;
  }
  const parameters = url.searchParams;
  const [region, endpoint, pathStyle = 'false'] = PARAMETERS.map((name) => parameters.get(name));
  const wrong: [boolean, string][] = [
    [
      url.username !== '' || url.password !== '',
      'must not hold a user or password: those are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ],
    [url.port !== '', 'must not have a port: that is the endpoint’s'],
    [!BUCKET.test(url.hostname), 'must name a bucket after s3://'],
    [
      !PREFIX.test(url.pathname),
      'must have a path of letters, digits and the characters . _ - alone',
    ],
    [url.hash !== '', 'must not have a #'],
    [
      [...parameters.keys()].some((name) => !PARAMETERS.includes(name)),
      `must not have other parameters than ${PARAMETERS.join(', ')}`,
    ],
    [
      PARAMETERS.some((name) => parameters.getAll(name).length > 1),
      'must give each parameter once',
    ],
    [!REGION.test(region ?? ''), 'must name a region, such as region=eu-central-1'],
    [
      endpoint !== null && !origin.safeParse(endpoint).success,
      'must have an http or https address as its endpoint, without a path, a query or a user',
    ],
    [
      !['true', 'false'].includes(pathStyle ?? 'false'),
      'must have true or false as its use_path_style',
    ],
  ];
  const problems = wrong.filter(([isWrong]) => isWrong);
  for (const [, problem] of problems) context.addIssue(problem);
  if (problems.length > 0) return z.NEVER;
  return {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
    region: region ?? '',
    endpoint: endpoint ? new URL(endpoint).origin : undefined,
    pathStyle: pathStyle === 'true',
  };
});
