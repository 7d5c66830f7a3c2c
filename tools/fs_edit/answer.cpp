#include "answer.hpp"

#include "toolkit/tool/changed_file_fields.hpp"
#include "toolkit/tool/diff_field.hpp"

namespace fs_edit {

using namespace toolkit;

static const char* in_words(const std::optional<Strategy>& strategy)
{
    if (!strategy)
        return "create";
    switch (*strategy) {
    case Strategy::exact: return "exact";
    case Strategy::lines: return "lines";
    case Strategy::tokens: return "tokens";
    case Strategy::typography: return "typography";
    case Strategy::listing: return "listing";
    case Strategy::regex: break;
    }
    return "regex";
}

tool::Answer answer_of(EditedFile edited)
{
    tool::Answer answer {{"replacements", edited.replacements},
        {"strategy", in_words(edited.strategy)}, {"sha256", edited.file.sha256}};
    tool::put_diff(answer, edited.diff);
    tool::put_changed_file(answer, edited.file);
    return answer;
}

}
