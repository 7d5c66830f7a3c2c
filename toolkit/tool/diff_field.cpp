#include "toolkit/tool/diff_field.hpp"

#include "toolkit/tool/bytes_field.hpp"

namespace toolkit::tool {

void put_diff(Answer& answer, const text::Diff& diff)
{
    put_text(answer, "diff", diff.text);
    if (diff.is_cut)
        answer["truncated"] = true;
}

}
