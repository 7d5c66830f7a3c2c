#include "fuzz.hpp"

#include "frontends/screen/draft.hpp"
#include "frontends/screen/draft_messages.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/pasted_paths.hpp"

#include <algorithm>

using namespace frontends::screen;

// Of any bytes: each path that is asked about can be mentioned, and is then the only mention.
void fuzz(std::string_view input)
{
    const Key paste = cleaned_paste(input);
    const auto paths = paths_in_paste(paste.text);
    must(paths.words.empty() || paths.words != paths.lines);
    for (const auto* reading : {&paths.lines, &paths.words}) {
        must(reading->size() <= 20);
        for (const std::string& path : *reading) {
            must(!path.empty() && path.size() <= 4096);
            must(path.find_first_of(std::string_view("\"\n\t\r\0\033", 6)) == std::string::npos);
            Draft draft;
            draft.insert_paste(paste.text);
            must(draft.replace_paste(paste.text, "@\"" + path + "\""));
            const auto mentions = mentions_in(draft.typed_text());
            must(std::find(mentions.begin(), mentions.end(), path) != mentions.end());
        }
    }
}
