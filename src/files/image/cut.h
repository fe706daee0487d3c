/* What users of pictures say of one with `cut`, behind its name. */
#ifndef HONE_SRC_IMAGE_CUT_H
#define HONE_SRC_IMAGE_CUT_H

#define HONE_IMAGE_CUT_TEXT "is cut off or damaged; the rows that it lacks are grey"

#endif
