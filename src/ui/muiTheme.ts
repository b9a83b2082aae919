import { createTheme } from '@mui/material/styles';
import { PHONE } from './useMedia.ts';

const token = (name: string) => `var(--${name})`;

/** A complete palette entry, because the values are custom properties, with which MUI cannot calculate. */
const entry = (name: string, contrast = 'surface') => ({
  main: token(name),
  light: token(name),
  dark: token(name),
  contrastText: token(contrast),
});

/**
 * One theme for light and dark: every colour is a custom property, so that switching is one attribute on <html> and
 * re-renders nothing. `colorSpace` makes MUI mix colours in CSS instead of in JavaScript.
 */
export const muiTheme = createTheme(
  {
    palette: {
      primary: entry('accent', 'on-accent'),
      secondary: entry('text-2'),
      error: entry('danger', 'on-danger'),
      warning: entry('warn'),
      success: entry('ok'),
      info: entry('info'),
      text: { primary: token('text-1'), secondary: token('text-2'), disabled: token('text-off') },
      background: { default: token('canvas'), paper: token('surface') },
      divider: token('line'),
      action: { hover: token('hover'), selected: token('selected'), disabled: token('text-off') },
    },
    breakpoints: { values: { xs: 0, sm: 600, md: 840, lg: 1024, xl: 1440 } },
    spacing: 4,
    shape: { borderRadius: 4 },
    zIndex: { drawer: 1200, modal: 1300, snackbar: 1400, tooltip: 1500 },
    transitions: {
      duration: {
        shortest: 0,
        shorter: 80,
        short: 80,
        standard: 140,
        complex: 180,
        enteringScreen: 140,
        leavingScreen: 80,
      },
    },
    typography: { fontFamily: token('ui'), htmlFontSize: 16, fontSize: 13 },
    components: {
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiBackdrop: {
        styleOverrides: {
          root: { backgroundColor: token('backdrop'), '&.MuiBackdrop-invisible': { backgroundColor: 'transparent' } },
        },
      },
      MuiPopover: {
        styleOverrides: {
          paper: {
            backgroundColor: token('raised'),
            border: `1px solid ${token('line-strong')}`,
            borderRadius: token('r-panel'),
            boxShadow: token('shadow-menu'),
          },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            margin: 24,
            maxHeight: 'calc(100% - 48px)',
            backgroundColor: token('raised'),
            border: `1px solid ${token('line-strong')}`,
            borderRadius: token('r-dialog'),
            boxShadow: token('shadow-dialog'),
            [`@media ${PHONE}`]: {
              margin: 'auto 0 0',
              width: '100%',
              maxWidth: '100%',
              maxHeight: 'calc(100% - 24px)',
              borderRadius: `${token('r-dialog')} ${token('r-dialog')} 0 0`,
              borderWidth: '1px 0 0',
            },
          },
          container: { [`@media ${PHONE}`]: { alignItems: 'end' } },
        },
      },
      MuiDrawer: {
        styleOverrides: {
          paper: {
            backgroundColor: token('canvas'),
            borderColor: token('line-strong'),
            boxShadow: token('shadow-menu'),
          },
        },
      },
    },
  },
  { colorSpace: 'oklch' },
);
