#include "parameters.hpp"

#include <initializer_list>
#include <utility>

namespace fs_search {

using namespace toolkit::tool;

namespace {

using Row = Parameter<Request>;
using Rows = std::vector<Row>;

Row with_aliases(Row row, std::initializer_list<const char*> names)
{
    for (const char* const name : names)
        row = row.alias(name);
    return row;
}

Rows what_to_find()
{
    return {
        with_aliases(optional("pattern", &Request::pattern, "Regular expression (RE2)"),
            {"regex", "regexp", "regexPattern", "regex_pattern", "search_pattern", "searchPattern",
                "substring_pattern"}),
        with_aliases(optional("query", &Request::query, "Plain text, instead of pattern"),
            {"text", "search", "search_term", "searchTerm", "search_string", "searchString"}),
        with_aliases(optional("queries", &Request::queries).unlisted(), {"patterns"}),
        with_aliases(optional("ignoreCase", &Request::ignore_case),
            {"-i", "ignore_case", "case_insensitive", "caseInsensitive"}),
        with_aliases(optional("multiline", &Request::multiline), {"-U", "multi_line", "multiLine"}),
        with_aliases(optional("wholeWord", &Request::whole_word).unlisted(),
            {"-w", "whole_word", "wholeWords", "matchWholeWord", "match_whole_word"}),
        with_aliases(optional("caseSensitive", &Request::is_case_sensitive).unlisted(),
            {"case_sensitive", "isCaseSensitive", "matchCase", "match_case"}),
        with_aliases(optional("isRegex", &Request::is_regex).unlisted(),
            {"is_regex", "isRegexp", "is_regexp", "useRegex", "use_regex"}),
        with_aliases(optional("literal", &Request::is_literal).unlisted(),
            {"-F", "fixed_strings", "fixedStrings", "fixed_string", "literal_text", "literalText",
                "literalSearch", "literal_search"}),
    };
}

Rows where_to_look()
{
    return {
        with_aliases(optional_path(&Request::path, ""),
            {"dir_path", "dirPath", "dir", "directory", "search_path", "searchPath",
                "relative_path", "relativePath"}),
        with_aliases(optional("paths", &Request::paths, "", at_most_items(100)).unlisted(),
            {"files", "dirs", "directories", "search_paths", "target_directories"}),
        with_aliases(optional("globs", &Request::globs, "e.g. src/**/*.{c,h}; ! excludes"),
            {"glob", "include", "includes", "include_pattern", "includePattern", "include_patterns",
                "includePatterns", "file_pattern", "filePattern", "file_patterns", "filePatterns",
                "file_glob", "include_glob", "paths_include_glob"}),
        with_aliases(optional("exclude", &Request::exclude).unlisted(),
            {"excludes", "exclude_pattern", "excludePattern", "exclude_patterns", "excludePatterns",
                "exclude_glob", "paths_exclude_glob"}),
        with_aliases(optional("type", &Request::types).unlisted(),
            {"types", "file_type", "fileType", "file_types", "fileTypes"}),
        with_aliases(optional("includeIgnored", &Request::include_ignored).unlisted(),
            {"include_ignored", "includeIgnoredFiles", "no_ignore", "noIgnore"}),
        with_aliases(optional("includeHidden", &Request::include_hidden).unlisted(),
            {"include_hidden", "hidden"}),
        with_aliases(optional("respectGitIgnore", &Request::respects_ignore_files).unlisted(),
            {"respect_git_ignore", "respect_gitignore"}),
    };
}

Rows what_to_answer()
{
    const Limits around = between(0, 50);
    return {
        optional("mode", &Request::mode),
        with_aliases(optional("output_mode", &Request::output_mode).unlisted(), {"outputMode"}),
        with_aliases(optional("namesOnly", &Request::names_only).unlisted(),
            {"-l", "names_only", "files_with_matches", "filesWithMatches"}),
        with_aliases(optional("contextLines", &Request::context_lines, "", around),
            {"-C", "context", "context_lines"}),
        with_aliases(optional("before", &Request::lines_before, "", around).unlisted(),
            {"-B", "before_context", "beforeContext", "context_before", "contextBefore",
                "lines_before", "linesBefore", "context_lines_before"}),
        with_aliases(optional("after", &Request::lines_after, "", around).unlisted(),
            {"-A", "after_context", "afterContext", "context_after", "contextAfter", "lines_after",
                "linesAfter", "context_lines_after"}),
        with_aliases(optional("columns", &Request::columns).unlisted(), {"--column", "column"}),
        with_aliases(optional("lineNumbers", &Request::line_numbers).unlisted(),
            {"-n", "line_numbers", "line_number", "lineNumber"}),
        with_aliases(optional("explanation", &Request::explanation).unlisted(), {"description"}),
    };
}

Rows how_much()
{
    return {
        optional("sort", &Request::sort),
        with_aliases(optional("maxResults", &Request::max_results, "", between(0, 10000))
                         .limited_by("max-results"),
            {"max_results", "head_limit", "headLimit", "limit", "max_matches", "maxMatches",
                "total_max_matches", "num_results"}),
        with_aliases(
            optional("maxPerFile", &Request::max_per_file, "", between(1, 10000)).unlisted(),
            {"-m", "max_per_file", "max_count", "maxCount", "max_matches_per_file",
                "maxMatchesPerFile"}),
        with_aliases(
            optional("offset", &Request::offset, "", between(0, 10000)).unlisted(), {"skip"}),
        with_aliases(optional("cursor", &Request::cursor, "nextCursor of the last page"),
            {"nextCursor", "next_cursor"}),
    };
}

}

std::vector<Parameter<Request>> parameters()
{
    Rows all;
    for (Rows& rows : std::array {what_to_find(), where_to_look(), what_to_answer(), how_much()})
        for (Row& row : rows)
            all.push_back(std::move(row));
    return all;
}

}
