/**
 * The short form of a message's key, by which the built page finds messages whose keys are put together. The build fails
 * where two are alike.
 *
 * @param {string} key
 * @returns {string}
 */
export const shortKey = (key) =>
  `_${[...key].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) % 46649, 0).toString(36)}`;
