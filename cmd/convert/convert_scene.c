/* hone convert with scenes. */
#include "cmd/convert/convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model_field[] = "{model}";

bool convert_names_models(const char *output)
{
    return strstr(output, model_field) != NULL;
}

char *convert_name_of(const char *output, uint32_t number)
{
    const char *field = strstr(output, model_field);
    size_t size = strlen(output) + 16;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%.*s%u%s", (int)(field - output), output, number, field + sizeof model_field - 1);
    return name;
}

hone_actor *convert_actor(const conversion *c)
{
    return c->actor_list->members[c->number - 1].actor;
}
