/** Height of the map, and of what stands in its place until it is there. */
export const MAP_HEIGHT = 'min(70vh, 720px)';
