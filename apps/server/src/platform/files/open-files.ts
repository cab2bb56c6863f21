import type { Config } from '../../config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFiles } from './folder-files.ts';

/** The files of this server: in the data directory, or in the S3-compatible store that the settings name. */
export async function openFiles({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): Promise<FileStore> {
  if (!files) return createFolderFiles(dataDir);
  // The library takes a while to load, and servers with a folder never need it.
  const { createS3Files } = await import('./s3-files.ts');
  return createS3Files(files);
}
