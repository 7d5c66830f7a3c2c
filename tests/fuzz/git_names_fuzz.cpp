#include "fuzz.hpp"

#include "tools/exec/git/known_files.hpp"
#include "tools/exec/git/lost_names.hpp"
#include "tools/exec/git/object_store.hpp"

#include <algorithm>

using namespace exec::git;

// Refs, reflogs and indexes of packs that a command has written: any bytes.
void fuzz(std::string_view input)
{
    const std::size_t half = input.size() / 2;
    const std::string first(input.substr(0, half));
    const std::string second(input.substr(half));
    for (const LogLine& line : lines_of_log(input)) {
        must(line.was.size() == 40 || line.was.size() == 64);
        must(line.time() > 0);
    }
    const Texts before {{"HEAD", "ref: refs/heads/main\n"}, {"packed-refs", first},
        {"logs/refs/heads/main", first}, {"refs/heads/main", first.substr(0, 41)},
        {"worktrees/x/logs/HEAD", second}};
    Texts after {{"packed-refs", second}, {"logs/HEAD", second}, {"refs/heads/main", second}};
    const Texts found = after;
    const Repair repair = repair_of(before, after, {.working_trees = {"x"}});
    for (const std::string& path : repair.put_back)
        must(after.at(path) == before.at(path));
    for (const std::string& path : repair.removed)
        must(!after.contains(path));
    const LostNames lost = lost_names({before, 1'700'000'000}, found, {});
    for (const auto& line : lost.lines) {
        must(names_object(line.id));
        must(std::none_of(line.rest.begin(), line.rest.end(), [](char c) { return c == '\n'; }));
    }
    const KnownFiles known = known_in(input);
    must(known.marks.size() == known.texts.size());
    is_as_known(toolkit::File(), input);
    must(known_in(text_of_known(known)).texts.size() <= known.texts.size());
    lists_object(input, std::string(40, 'a'));
    lists_object(input, std::string(64, '0'));
}
