#include "request.hpp"

#include <initializer_list>

namespace fs_listdir {

using namespace toolkit::tool;

namespace {

using Row = Parameter<Request>;

Row with_aliases(Row row, std::initializer_list<const char*> names)
{
    for (const char* const name : names)
        row = row.alias(name);
    return row;
}

std::vector<Parameter<Filtering>> filtering_rows()
{
    return {
        optional("respectGitIgnore", &Filtering::respects_ignore_files),
        ignored<Filtering>("respectGeminiIgnore").alias("respectQwenIgnore"),
    };
}

}

std::vector<Row> parameters()
{
    return {
        with_aliases(optional_path(&Request::path, ""),
            {"dir_path", "dir", "directory", "directory_path", "target_directory",
                "relative_workspace_path"}),
        with_aliases(optional("globs", &Request::globs, "e.g. src/**/*.{c,h}; ! excludes"),
            {"pattern", "patterns", "glob", "glob_pattern", "include", "file_pattern"}),
        optional("recursive", &Request::recursive, "Default with globs"),
        with_aliases(optional("depth", &Request::depth, "", at_least(1)), {"max_depth", "levels"}),
        with_aliases(optional("sort", &Request::sort), {"sort_by", "order_by"}),
        optional("details", &Request::details, ""),
        with_aliases(
            optional("includeHidden", &Request::include_hidden, ""), {"hidden", "show_hidden"}),
        with_aliases(optional("maxResults", &Request::max_results, "", between(1, 10000))
                         .limited_by("max-results"),
            {"limit", "head_limit", "max_files", "num_results", "max_entries"}),
        with_aliases(
            optional("cursor", &Request::cursor, "nextCursor of the last page"), {"nextCursor"}),
        with_aliases(optional("includeIgnored", &Request::include_ignored).unlisted(),
            {"no_ignore", "include_ignored_files"}),
        with_aliases(optional("respectGitIgnore", &Request::respects_ignore_files).unlisted(),
            {"respect_gitignore"}),
        optional("fileFilteringOptions", &Request::filtering, filtering_rows()).unlisted(),
        with_aliases(optional("exclude", &Request::exclude).unlisted(),
            {"ignore", "ignore_globs", "ignore_patterns", "excludes", "exclude_pattern",
                "exclude_patterns"}),
        optional("command", &Request::command).unlisted(),
        optional("query", &Request::query).unlisted(),
        optional("caseSensitive", &Request::case_sensitive).unlisted(),
        optional("offset", &Request::offset, "", between(0, 10000)).unlisted(),
        ignored<Request>("respectGeminiIgnore").alias("respectQwenIgnore"),
        ignored<Request>("explanation").alias("description"),
    };
}

}
