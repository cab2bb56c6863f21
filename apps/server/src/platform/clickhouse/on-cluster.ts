/** The clause that makes every node of a cluster do the same; empty without a cluster. */
export const onCluster = (cluster: string | undefined): string => (cluster ? `ON CLUSTER ${cluster}` : '');
