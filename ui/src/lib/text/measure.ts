// How wide a text is in the style of an element. Not for laying it out.

let pen: CanvasRenderingContext2D | null | undefined;

/** The width in pixels; 0 where nothing is drawn. */
export function widthOf(text: string, element: Element): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = [fontStyle, fontWeight, fontSize, fontFamily].join(' ');
  return pen.measureText(text).width;
}
