import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';

test('parses the address of a bucket with every part', () => {
  const UPLOADS_URL =
    's3://board-1/logos/2026/?region=auto&endpoint=http://minio.example:9000&use_path_style=true';
  expect(readConfig({ UPLOADS_URL }).uploadsBucket).toEqual({
    bucket: 'board-1',
    prefix: 'logos/2026/',
    region: 'auto',
    endpoint: 'http://minio.example:9000',
    pathStyle: true,
  });
  expect(readConfig({ UPLOADS_URL: 's3://board?region=eu-central-1' }).uploadsBucket).toEqual({
    bucket: 'board',
    prefix: '',
    region: 'eu-central-1',
    endpoint: undefined,
    pathStyle: false,
  });
});

test.each([
  ['https://board.example', ['s3://']],
  ['nothing', ['s3://']],
  ['s3:///logos?region=auto', ['bucket']],
  ['s3://minio:9000/board?region=auto', ['port']],
  ['s3://board/a//b?region=auto', ['path']],
  ['s3://board', ['region']],
  ['s3://board?region=auto&region=auto', ['once']],
  ['s3://board?region=auto#secret', ['#']],
  ['s3://board?region=auto&endpoint=minio.example', ['endpoint']],
  ['s3://board?region=auto&endpoint=https://a:secret@minio.example', ['endpoint']],
  ['s3://board?region=auto&endpoint=', ['endpoint']],
  ['s3://board?region=auto&use_path_style=secret', ['use_path_style']],
  ['s3://key:secret@B?colour=secret', ['user or password', 'bucket', 'parameters other', 'region']],
])(
  'the address of a bucket %s is refused, and every problem is reported',
  (UPLOADS_URL, problems) => {
    const read = () => readConfig({ UPLOADS_URL, PORT: 'x' });
    for (const problem of problems) expect(read).toThrow(problem);
    expect(read).toThrow('PORT');
    expect(read).not.toThrow('secret');
  },
);
