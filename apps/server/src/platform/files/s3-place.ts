/** A place for files in an S3-compatible store. */
export interface S3Place {
  bucket: string;
  /** Stands before each name, without slashes at its ends; undefined: names begin at the bucket. */
  folder: string | undefined;
  /** Address of the store; undefined: AWS. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: those that the AWS SDK finds by itself, such as the role of a machine. */
  credentials: { key: string; secret: string } | undefined;
  /** Name the bucket in the path of addresses, not in their host. */
  pathStyle: boolean;
}
