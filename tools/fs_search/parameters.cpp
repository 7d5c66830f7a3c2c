#include "parameters.hpp"

#include <utility>

namespace fs_search {

using namespace toolkit::tool;

namespace {

using Row = Parameter<Request>;
using Rows = std::vector<Row>;

Rows what_to_find()
{
    return {
        optional("pattern", &Request::pattern, "Regular expression (RE2)")
            .aliases({"regex", "regexp", "regexPattern", "search_pattern", "substring_pattern"}),
        optional("query", &Request::query, "Plain text, instead of pattern")
            .aliases({"text", "search", "search_term", "search_string"}),
        optional("queries", &Request::queries).unlisted().alias("patterns"),
        optional("ignoreCase", &Request::ignore_case).aliases({"-i", "case_insensitive"}),
        optional("multiline", &Request::multiline).alias("-U"),
        optional("wholeWord", &Request::whole_word)
            .unlisted()
            .aliases({"-w", "wholeWords", "matchWholeWord"}),
        optional("caseSensitive", &Request::is_case_sensitive)
            .unlisted()
            .aliases({"isCaseSensitive", "matchCase"}),
        optional("isRegex", &Request::is_regex).unlisted().aliases({"isRegexp", "useRegex"}),
        optional("literal", &Request::is_literal)
            .unlisted()
            .aliases({"-F", "fixed_strings", "fixed_string", "literal_text", "literalSearch"}),
    };
}

Rows where_to_look()
{
    return {
        optional_path(&Request::path, "")
            .aliases({"dir_path", "dir", "directory", "search_path", "relative_path"}),
        optional("paths", &Request::paths, "", at_most_items(100))
            .spelled_as_on_disk()
            .unlisted()
            .aliases({"files", "dirs", "directories", "search_paths", "target_directories"}),
        optional("globs", &Request::globs, "e.g. src/**/*.{c,h}; ! excludes")
            .aliases({"glob", "include", "includes", "include_pattern", "include_patterns",
                "file_pattern", "file_patterns", "file_glob", "include_glob",
                "paths_include_glob"}),
        optional("exclude", &Request::exclude)
            .unlisted()
            .aliases({"excludes", "exclude_pattern", "exclude_patterns", "exclude_glob",
                "paths_exclude_glob"}),
        optional("type", &Request::types).unlisted().aliases({"types", "file_type", "file_types"}),
        optional("includeIgnored", &Request::include_ignored)
            .unlisted()
            .aliases({"includeIgnoredFiles", "no_ignore"}),
        optional("includeHidden", &Request::include_hidden).unlisted().alias("hidden"),
        optional("respectGitIgnore", &Request::respects_ignore_files).unlisted(),
    };
}

Rows what_to_answer()
{
    const Limits around = between(0, 50);
    return {
        optional("mode", &Request::mode),
        optional("output_mode", &Request::output_mode).unlisted(),
        optional("namesOnly", &Request::names_only)
            .unlisted()
            .aliases({"-l", "files_with_matches"}),
        optional("contextLines", &Request::context_lines, "", around).aliases({"-C", "context"}),
        optional("before", &Request::lines_before, "", around)
            .unlisted()
            .aliases(
                {"-B", "before_context", "context_before", "lines_before", "context_lines_before"}),
        optional("after", &Request::lines_after, "", around)
            .unlisted()
            .aliases(
                {"-A", "after_context", "context_after", "lines_after", "context_lines_after"}),
        optional("columns", &Request::columns).unlisted().alias("--column"),
        optional("lineNumbers", &Request::line_numbers).unlisted().aliases({"-n", "line_number"}),
    };
}

Rows how_much()
{
    return {
        optional("sort", &Request::sort),
        optional("maxResults", &Request::max_results, "", between(0, 10000))
            .limited_by("max-results")
            .aliases({"head_limit", "limit", "max_matches", "total_max_matches", "num_results"}),

        optional("maxPerFile", &Request::max_per_file, "", between(1, 10000))
            .unlisted()
            .aliases({"-m", "max_count", "max_matches_per_file"}),

        optional("offset", &Request::offset, "", between(0, 10000)).unlisted().alias("skip"),
        optional("cursor", &Request::cursor, "nextCursor of the last page").alias("nextCursor"),
    };
}

}

std::vector<Parameter<Request>> parameters()
{
    constexpr std::size_t number = 30;
    Rows all;
    all.reserve(number);
    for (Rows (*const group)() : {what_to_find, where_to_look, what_to_answer, how_much})
        for (Row& row : group())
            all.push_back(std::move(row));
    return all;
}

}
