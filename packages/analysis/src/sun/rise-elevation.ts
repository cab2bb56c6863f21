/** Where the Sun's centre stands when its upper limb touches the horizon, degrees: refraction 34' and radius 16'. */
export const RISE_ELEVATION = -0.8333;
