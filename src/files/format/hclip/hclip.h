/* The layout of .hclip, see docs/formats.md. */
#ifndef HONE_SRC_FORMAT_HCLIP_HCLIP_H
#define HONE_SRC_FORMAT_HCLIP_HCLIP_H

#define HCLIP_MAGIC "HONECLIP"

enum { HCLIP_MAGIC_SIZE = 8, HCLIP_HEADER = 24, HCLIP_VERSION = 3, HCLIP_SWITCH_SIZE = 8 };

#endif
