export type RendererKind = 'webgl' | 'dom';

/** Names under which the common software rasterisers go. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: RendererKind | undefined;

/**
 * WebGL paints faster only where a graphics processor does it; on the main processor it is slower than plain elements.
 * Asked once: the answer costs a context.
 */
export function rendererKind(): RendererKind {
  known ??= hasHardwareGl() ? 'webgl' : 'dom';
  return known;
}

function hasHardwareGl(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && !SOFTWARE.test(name);
}

/**
 * The WebGL renderer cuts a character's width to whole device pixels, which would narrow the text; this many device
 * pixels between characters bring it nearest to its true width.
 */
export function webglSpacing(charWidthPx: number, pixelRatio: number): number {
  const devicePx = charWidthPx * pixelRatio;
  return Math.round(devicePx) - Math.floor(devicePx);
}
