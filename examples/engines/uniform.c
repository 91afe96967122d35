/* An engine that plays at random, in C without any library: cc -o uniform uniform.c && parlour engine check ./uniform */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text behind a key. Good enough where a key has one meaning only; use a JSON library to read the view. */
static char *behind(char *line, const char *key) {
    char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

static unsigned long long number(char *line, const char *key) {
    char *text = behind(line, key);
    return text ? strtoull(text, NULL, 10) : 0;
}

/* Answers a question with one of the moves in a list; the same seed gives the same move. */
static void choose(unsigned long long id, char *list, unsigned long long seed) {
    unsigned long long count = 0, place;
    char *end = strchr(list, ']');
    for (char *at = list; at < end; at++) count += *at == '"';
    place = 2 * (seed % (count / 2)) + 1; /* every move has two quotation marks */
    for (; place; list++) place -= *list == '"';
    printf("{\"t\":\"move\",\"id\":%llu,\"move\":\"%.*s\"}\n", id, (int)(strchr(list, '"') - list), list);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    unsigned long long seed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (getline(&line, &size, stdin) > 0) {
        unsigned long long id = number(line, "\"id\":");
        if (strstr(line, "\"t\":\"hello\"")) {
            puts("{\"t\":\"hello\",\"protocol\":1,\"name\":\"Uniform\",\"games\":[\"haggis\",\"damenrennen\"]}");
        } else if (strstr(line, "\"t\":\"ready\"")) {
            printf("{\"t\":\"ready\",\"id\":%llu}\n", id);
        } else if (strstr(line, "\"t\":\"ask\"")) {
            seed = number(line, "\"seed\":");
            if (strstr(line, "\"legal_more\":true")) /* too many to be listed: ask for them */
                printf("{\"t\":\"legal\",\"id\":%llu}\n", id);
            else
                choose(id, behind(line, "\"legal\":["), seed);
        } else if (strstr(line, "\"t\":\"legal\"")) {
            choose(id, behind(line, "\"moves\":["), seed);
        } else if (strstr(line, "\"t\":\"quit\"")) {
            break;
        }
    }
    free(line);
    return 0;
}
