#include "draw/render/gl/functions.h"
#include <stdlib.h>
#include <string.h>

static const char es_begin[] = "OpenGL ES ";

static const char *version_text(void)
{
    const char *text = (const char *)glGetString(GL_VERSION);
    return text ? text : "";
}

bool hone_gl_is_es(void)
{
    return strncmp(version_text(), es_begin, strlen(es_begin)) == 0;
}

int hone_gl_version(void)
{
    const char *text = version_text();
    char *end;
    long major = strtol(text + (hone_gl_is_es() ? strlen(es_begin) : 0), &end, 10);
    return *end == '.' ? (int)(10 * major + strtol(end + 1, NULL, 10) % 10) : 0;
}

bool hone_gl_has(const char *extension)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), extension) == 0)
            return true;
    return false;
}
