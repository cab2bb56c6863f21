export function measureFirstLoad(options?: {
  executablePath?: string;
  dist?: string;
}): Promise<{ login: number; stations: number; files: { url: string; bytes: number; page: string }[] }>;
