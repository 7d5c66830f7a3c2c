#include "request.hpp"

namespace fs_listdir {

using namespace toolkit::tool;

namespace {

using Row = Parameter<Request>;

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
        optional_path(&Request::path, "")
            .aliases({"dir_path", "dir", "directory", "directory_path", "target_directory",
                "relative_workspace_path"}),
        optional("globs", &Request::globs, "e.g. src/**/*.{c,h}; ! excludes")
            .aliases({"pattern", "patterns", "glob", "glob_pattern", "include", "file_pattern"}),
        optional("recursive", &Request::recursive, "Default with globs"),
        optional("depth", &Request::depth, "", at_least(1)).aliases({"max_depth", "levels"}),
        optional("sort", &Request::sort).aliases({"sort_by", "order_by"}),
        optional("details", &Request::details, ""),

        optional("includeHidden", &Request::include_hidden, "").aliases({"hidden", "show_hidden"}),
        optional("maxResults", &Request::max_results, "", between(1, 10000))
            .limited_by("max-results")
            .aliases({"limit", "head_limit", "max_files", "num_results", "max_entries"}),

        optional("cursor", &Request::cursor, "nextCursor of the last page").alias("nextCursor"),
        optional("includeIgnored", &Request::include_ignored)
            .unlisted()
            .aliases({"no_ignore", "include_ignored_files"}),
        optional("respectGitIgnore", &Request::respects_ignore_files).unlisted(),
        optional("fileFilteringOptions", &Request::filtering, filtering_rows()).unlisted(),
        optional("exclude", &Request::exclude)
            .unlisted()
            .aliases({"ignore", "ignore_globs", "ignore_patterns", "excludes", "exclude_pattern",
                "exclude_patterns"}),
        optional("command", &Request::command).unlisted(),
        optional("query", &Request::query).unlisted(),
        optional("caseSensitive", &Request::case_sensitive).unlisted(),
        optional("offset", &Request::offset, "", between(0, 10000)).unlisted(),
        ignored<Request>("respectGeminiIgnore").alias("respectQwenIgnore"),
    };
}

}
