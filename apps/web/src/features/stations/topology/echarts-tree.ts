import { TreeChart } from 'echarts/charts';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// What the tree is drawn with; a lazy chunk, because no other page draws one.
use([TreeChart, SVGRenderer]);

export { init };
