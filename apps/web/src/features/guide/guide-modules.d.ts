declare module 'virtual:guide/*' {
  const part: import('../../lib/guide/guide-parts.ts').GuidePart;
  export default part;
}
