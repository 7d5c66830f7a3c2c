#include "file_types.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace fs_search {

using namespace toolkit;

namespace {

struct FileType {
    std::string_view names; // separated by, and enclosed in, spaces
    std::string_view glob;
};

// The names of ripgrep's types, and the common names of languages.
constexpr std::array file_types {
    FileType {" asm assembly ", "*.{asm,s,S}"},
    FileType {" awk ", "*.awk"},
    FileType {
        " bazel ", "{BUILD,BUILD.bazel,MODULE.bazel,WORKSPACE,WORKSPACE.bazel,*.bazel,*.bzl}"},
    FileType {" c ", "*.{c,h}"},
    FileType {" clojure clj ", "*.{clj,cljc,cljs,edn}"},
    FileType {" cmake ", "{CMakeLists.txt,*.cmake}"},
    FileType {" config ", "*.{cfg,conf,config,ini}"},
    FileType {" cpp c++ cxx cc ", "*.{C,H,cc,cpp,cxx,c++,hh,hpp,hxx,h++,h,inl,ipp,tpp}"},
    FileType {" cs csharp c# ", "*.{cs,csx}"},
    FileType {" css ", "*.css"},
    FileType {" csv ", "*.csv"},
    FileType {" cuda ", "*.{cu,cuh}"},
    FileType {" d ", "*.d"},
    FileType {" dart ", "*.dart"},
    FileType {" diff patch ", "*.{diff,patch}"},
    FileType {" docker dockerfile ", "{*Dockerfile*,*Containerfile*,*.dockerfile}"},
    FileType {" elixir ex ", "*.{ex,exs,eex,heex,leex}"},
    FileType {" elm ", "*.elm"},
    FileType {" erlang erl ", "*.{erl,hrl}"},
    FileType {" fish ", "*.fish"},
    FileType {" fortran ", "*.{f,F,f77,f90,F90,f95,F95,for,ftn}"},
    FileType {" fsharp f# ", "*.{fs,fsi,fsx}"},
    FileType {" go golang ", "*.go"},
    FileType {" gradle ", "{*.gradle,*.gradle.kts,gradle.properties}"},
    FileType {" graphql ", "*.{gql,graphql,graphqls}"},
    FileType {" groovy ", "*.{gradle,groovy}"},
    FileType {" h ", "*.{h,hh,hpp}"},
    FileType {" haskell hs ", "*.{hs,lhs,cabal}"},
    FileType {" html ", "*.{htm,html,xhtml}"},
    FileType {" ini ", "*.ini"},
    FileType {" java ", "*.{java,jsp,jspx,properties}"},
    FileType {" js javascript ", "*.{js,jsx,mjs,cjs,vue}"},
    FileType {" json ", "{*.json,*.jsonc,*.json5,composer.lock}"},
    FileType {" jsonl ", "*.{jsonl,ndjson}"},
    FileType {" jsx ", "*.jsx"},
    FileType {" julia jl ", "*.jl"},
    FileType {" jupyter ipynb ", "*.{ipynb,jpynb}"},
    FileType {" kotlin kt ", "*.{kt,kts}"},
    FileType {" less ", "*.less"},
    FileType {" lisp ", "*.{el,lisp,lsp,sc,scm}"},
    FileType {" lock ", "{*.lock,package-lock.json}"},
    FileType {" log ", "*.log"},
    FileType {" lua ", "*.lua"},
    FileType {" make ", "{[Mm]akefile,[Mm]akefile.*,GNUmakefile,*.mk,*.mak}"},
    FileType {" markdown md ", "*.{markdown,md,mdown,mdx,mkd,mkdn}"},
    FileType {" matlab ", "*.m"},
    FileType {" meson ", "meson{.build,_options.txt,.options}"},
    FileType {" nim ", "*.{nim,nims,nimble}"},
    FileType {" nix ", "*.nix"},
    FileType {" objc ", "*.{h,m}"},
    FileType {" objcpp ", "*.{h,mm}"},
    FileType {" ocaml ml ", "*.{ml,mli,mll,mly}"},
    FileType {" perl pl ", "*.{pl,pm,t,pod,PL,perl,plh,plx}"},
    FileType {" php ", "*.{php,php3,php4,php5,php7,php8,pht,phtml}"},
    FileType {" powershell ps1 ps ", "*.{ps1,psd1,psm1,ps1xml,cdxml,pssc,psrc}"},
    FileType {" prisma ", "*.prisma"},
    FileType {" protobuf proto ", "*.proto"},
    FileType {" py python ", "*.{py,pyi}"},
    FileType {" qml ", "*.qml"},
    FileType {" r ", "*.{R,r,Rmd,Rnw}"},
    FileType {" rst ", "*.rst"},
    FileType {" ruby rb ", "{config.ru,Gemfile,.irbrc,Rakefile,*.gemspec,*.rb,*.rbw,*.rake}"},
    FileType {" rust rs ", "*.rs"},
    FileType {" sass scss ", "*.{sass,scss}"},
    FileType {" scala ", "*.{scala,sbt,sc}"},
    FileType {" sh bash shell zsh ", "*.{bash,bashrc,csh,ksh,sh,tcsh,zsh}"},
    FileType {" solidity sol ", "*.sol"},
    FileType {" sql ", "*.{psql,sql}"},
    FileType {" svelte ", "*.{svelte,svelte.ts}"},
    FileType {" svg ", "*.svg"},
    FileType {" swift ", "*.swift"},
    FileType {" systemverilog sv verilog ", "*.{sv,svh,v,vh,vg}"},
    FileType {" tcl ", "*.tcl"},
    FileType {" terraform tf hcl ", "*.{tf,tf.json,tfvars,tfvars.json,hcl}"},
    FileType {" tex latex ", "*.{tex,ltx,cls,sty,bib,dtx,ins}"},
    FileType {" toml ", "{*.toml,Cargo.lock}"},
    FileType {" ts typescript ", "*.{ts,tsx,cts,mts}"},
    FileType {" tsx ", "*.tsx"},
    FileType {" txt text ", "*.txt"},
    FileType {" vim ", "{*.vim,.vimrc,.gvimrc,vimrc,gvimrc,_vimrc,_gvimrc}"},
    FileType {" vue ", "*.vue"},
    FileType {" xml ", "*.{xml,dtd,xsl,xslt,xsd,xjb,rng,sch,xhtml}"},
    FileType {" yaml yml ", "*.{yaml,yml}"},
    FileType {" zig ", "*.zig"},
};

std::string_view glob_of(const std::string& name)
{
    const auto found = std::find_if(file_types.begin(), file_types.end(), [&](const auto& type) {
        return name.find(' ') == std::string::npos
            && type.names.find(" " + name + " ") != std::string_view::npos;
    });
    if (found != file_types.end())
        return found->glob;
    std::vector<std::string> known;
    for (const auto& type : file_types)
        for (std::string_view names = type.names.substr(1); !names.empty();) {
            known.emplace_back(names.substr(0, names.find(' ')));
            names.remove_prefix(known.back().size() + 1);
        }
    throw ToolError(Code::bad_request,
        toolkit::text::in_quotes(name) + " is not a known type of files",
        toolkit::text::did_you_mean(
            name, known, "name files by 'globs', such as [\"*.py\"], in place of 'type'"));
}

}

glob::Globs globs_of_types(const std::vector<std::string>& names)
{
    std::vector<std::string> globs;
    globs.reserve(names.size());
    for (const auto& name : names)
        globs.emplace_back(glob_of(name));
    return glob::Globs(globs);
}

}
