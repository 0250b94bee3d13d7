/**
 * What a shell runs once so that it asks scrap at each Tab. The line is handed over as one word
 * and never evaluated, and what comes back is only ever used as text; a lone `:files` stands for
 * the names of files, which shells know best.
 */
export const SCRIPTS = {
  bash: `# scrap in bash. In ~/.bashrc: eval "$(scrap completion bash)"
_scrap() {
  local line="\${COMP_LINE:0:COMP_POINT}" word cut value says
  COMPREPLY=()
  while IFS=$'\\t' read -r value says; do
    if [ "$value" = :files ]; then
      compopt -o default 2>/dev/null
      return
    fi
    COMPREPLY+=("$value")
  done < <(command scrap completion --answer -- "$line" 2>/dev/null)
  # To bash a word begins anew behind each : and =, unless it is in quotes.
  word="\${line##*[[:space:]]}"
  if [[ $word != [\\'\\"]* ]]; then
    cut="\${word%"\${word##*[:=]}"}"
    COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  fi
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[:=/] ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _scrap scrap
`,
  zsh: `# scrap in zsh. In ~/.zshrc, after compinit: eval "$(scrap completion zsh)"
_scrap() {
  local -a whole wholeSaid open openSaid
  local value says
  while IFS=$'\\t' read -r value says; do
    if [[ $value == :files ]]; then
      _files
      return
    elif [[ $value == *[:=/] ]]; then
      open+=("$value")
      openSaid+=("$value\${says:+  $says}")
    else
      whole+=("$value")
      wholeSaid+=("$value\${says:+  $says}")
    fi
  done < <(command scrap completion --answer -- "\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
  compadd -l -d wholeSaid -a whole
  compadd -l -S '' -d openSaid -a open
}
compdef _scrap scrap
`,
  fish: `# scrap in fish. In ~/.config/fish/config.fish: scrap completion fish | source
function __scrap_complete
    for each in (command scrap completion --answer -- (commandline -cp | string collect) 2>/dev/null)
        if test "$each" = :files
            __fish_complete_path (commandline -ct)
        else
            echo -- $each
        end
    end
end
complete -c scrap -f -a '(__scrap_complete)'
`,
} as const;

export type Shell = keyof typeof SCRIPTS;
