import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import { origin } from './setting-values.ts';

/**
 * The location of an S3-compatible bucket. It contains no credentials, because a location may appear in places that
 * many people can read.
 */
export type BucketAddress = {
  bucket: string;
  /** The prefix of all object names: empty, or with a trailing slash. */
  prefix: string;
  region: string;
  /** The origin of the S3 endpoint; undefined for Amazon S3. */
  endpoint: string | undefined;
  /** Whether URLs have the name of the bucket in the path instead of the host. */
  pathStyle: boolean;
};

/** The rules for bucket names. https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(\/[\w.-]+)*\/?$/;
const REGION = /^[\w-]{1,64}$/;
const PARAMETERS = ['region', 'endpoint', 'use_path_style'];

/**
 * Parses `s3://BUCKET/PREFIX?region=…&endpoint=…&use_path_style=true`, the format of the Go Cloud Development Kit.
 * Reports all problems at once, without repeating the values. https://pkg.go.dev/gocloud.dev/blob/s3blob
 */
export const bucketAddress = z.string().transform((value, context): BucketAddress => {
  const url = parseUrl(value);
  if (url?.protocol !== 's3:') {
    context.addIssue('must be an s3:// address');
    return z.NEVER;
  }
  const parameters = url.searchParams;
  const [region, endpoint, pathStyle = 'false'] = PARAMETERS.map((name) => parameters.get(name));
  const checks: [boolean, string][] = [
    [
      url.username !== '' || url.password !== '',
      'must not contain a user or password; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead',
    ],
    [url.port !== '', 'must not have a port; put it into the endpoint'],
    [!BUCKET.test(url.hostname), 'must name a bucket after s3://'],
    [
      !PREFIX.test(url.pathname),
      'must have a path of letters, digits and the characters . _ - only',
    ],
    [url.hash !== '', 'must not contain #'],
    [
      [...parameters.keys()].some((name) => !PARAMETERS.includes(name)),
      `must not have parameters other than ${PARAMETERS.join(', ')}`,
    ],
    [
      PARAMETERS.some((name) => parameters.getAll(name).length > 1),
      'must have each parameter at most once',
    ],
    [!REGION.test(region ?? ''), 'must name a region, such as region=eu-central-1'],
    [
      endpoint !== null && !origin.safeParse(endpoint).success,
      'must have an http or https origin as endpoint, without a path, a query or a user',
    ],
    [
      !['true', 'false'].includes(pathStyle ?? 'false'),
      'must have true or false as use_path_style',
    ],
  ];
  const problems = checks.filter(([isWrong]) => isWrong);
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
