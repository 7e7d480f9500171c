/** The part of https://github.com/papandreou/subset-font that is used. The package has no types. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      noLayoutClosure: boolean;
    },
  ): Promise<Buffer>;
}
